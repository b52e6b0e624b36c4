"""Every clause has a test or is a matter of manners; no clause is cited that the law does not have."""

import ast
import re

from .house import ROOT, clauses, sources, templates

# What happens between hand and table, where the app has nothing to decide.
MANNERS = {
    "D3.4": "skipping an attempt is said aloud",
    "D3.6": "dice standing on one another are rolled again",
}
CITED = re.compile(r"(?<![\w#/-])([DP]\d+\.\d+|[DP]\d+(?=[\],;)]))(?![\w.-]*\w)")


def marked():
    """The clauses that tests are marked with, and where."""
    for path, tree in sources("tests"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
                for arg in node.args:
                    yield arg.value, path


def test_every_clause_has_a_test_or_is_a_matter_of_manners():
    found, _ = clauses()
    examples = {clause for clause in found if clause.startswith("E")}  # those are golden sessions
    assert found - examples - set(MANNERS) - {clause for clause, _ in marked()} == set()


def test_the_list_of_manners_names_real_clauses_without_a_test():
    found, _ = clauses()
    assert set(MANNERS) <= found
    assert not set(MANNERS) & {clause for clause, _ in marked()}


def test_no_test_is_marked_with_a_clause_that_is_not_there():
    found, _ = clauses()
    assert [(clause, str(path)) for clause, path in marked() if clause not in found] == []


def test_no_code_or_template_cites_a_clause_that_is_not_there():
    found, sections = clauses()
    texts = [(path, (ROOT / path).read_text()) for path, _ in sources("games", "cincy_site", "tests")]
    texts += [(path, text) for path, text in templates()]
    cited = {(clause, str(path)) for path, text in texts for clause in CITED.findall(text)}
    assert len(cited) > 50
    assert {(clause, path) for clause, path in cited if clause not in found | sections} == set()


def test_a_docstring_cites_its_range_from_low_to_high():
    for path, _ in sources("games"):
        for low, high in re.findall(r"\[([DP]\d+\.\d+)-([DP]\d+\.\d+)\]", (ROOT / path).read_text()):
            assert {low, high} <= clauses()[0], path
