"""Sessions of before there were clubs get one, by who ran them; open sessions of a club are found as fast as others."""

from django.db import migrations, models

from games import chance


def found_clubs(apps, schema_editor):
    """Give each phone that has run sessions a club with all of them: its keeper; whoever sat at them reads, by name."""
    session_model = apps.get_model("games", "Session")
    hosts = session_model.objects.filter(club=None).exclude(host=None).values_list("host", flat=True).distinct()
    for host in sorted(set(hosts)):
        club = apps.get_model("games", "Club").objects.create(name="Our table", link=chance.link())
        sessions = session_model.objects.filter(club=None, host=host)
        seats = apps.get_model("games", "Seat").objects.filter(session__in=list(sessions.values_list("pk", flat=True)))
        sessions.update(club=club)
        phones = set(seats.exclude(device=None).values_list("device", flat=True)) | {host}
        member = apps.get_model("games", "Member")
        member.objects.bulk_create(member(club=club, device_id=phone, keeps=phone == host) for phone in sorted(phones))
        _name_people(apps.get_model("games", "Person"), club, seats.exclude(session__status="lobby"))


def _name_people(person_model, club, seats):
    people = {}
    for seat in seats.order_by("session_id", "number"):
        if seat.name.casefold() not in people:
            people[seat.name.casefold()] = person_model.objects.create(club=club, name=seat.name)
        seat.person = people[seat.name.casefold()]
        seat.save()


class Migration(migrations.Migration):
    dependencies = [("games", "0006_tallies")]

    operations = [
        migrations.RemoveIndex("session", "session_of_club"),
        migrations.AddIndex(
            "session", models.Index(fields=["club", "status", "-created", "-id"], name="session_of_club")
        ),
        migrations.AddIndex("session", models.Index(fields=["club", "-created", "-id"], name="session_of_evening")),
        migrations.RunPython(found_clubs, migrations.RunPython.noop),
    ]
