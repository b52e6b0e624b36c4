"""Clubs, people and sessions get an id that travels in archives; when something was made may be written."""

import django.utils.timezone
from django.db import migrations, models

import games.chance


def name_what_is_there(apps, schema_editor):
    """Give everything that is there an id of its own: a default is worked out once for all rows."""
    for name in ("Club", "Person", "Session"):
        for row in apps.get_model("games", name).objects.only("pk").iterator():
            row.uid = games.chance.uid()
            row.save(update_fields=["uid"])


def uid(**terms):
    """The field that all three get."""
    return models.CharField(
        default=games.chance.uid, help_text="the same wherever an archive is brought", max_length=32, **terms
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0002_clubs_and_guests")]

    operations = [
        *(migrations.AddField(model, "uid", uid()) for model in ("club", "person", "session")),
        *(
            migrations.AlterField(model, field, models.DateTimeField(default=django.utils.timezone.now))
            for model, field in (("club", "created"), ("person", "created"), ("session", "created"), ("entry", "at"))
        ),
        migrations.RunPython(name_what_is_there, migrations.RunPython.noop),
        migrations.AlterField("club", "uid", uid(unique=True)),
        migrations.AddConstraint(
            "person", models.UniqueConstraint(fields=["club", "uid"], name="person_uid_once")
        ),
        migrations.AddConstraint(
            "session", models.UniqueConstraint(fields=["club", "uid"], name="session_uid_once")
        ),
    ]
