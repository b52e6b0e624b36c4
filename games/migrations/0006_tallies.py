"""What results add up to is kept by person and game; a result says what it is ahead by, and in whose tally it is."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0005_what_travels")]

    operations = [
        migrations.AddField(
            "club",
            "tallied",
            models.PositiveIntegerField(default=0, help_text="the version its people's tallies are up to date with"),
        ),
        migrations.AddField(
            "result",
            "balance",
            models.BigIntegerField(
                null=True,
                help_text="what the seat is ahead of the others together; none: kept before this was counted",
            ),
        ),
        migrations.AddField(
            "result",
            "tallied_for",
            models.ForeignKey(
                help_text="in whose tally it is",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="results",
                db_index=False,
                to="games.person",
            ),
        ),
        migrations.CreateModel(
            "Tally",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=20)),
                ("numbers", models.JSONField(help_text="as games.club.numbers writes them")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tallies", to="games.person"
                    ),
                ),
            ],
        ),
        migrations.AddIndex("result", models.Index(fields=["tallied_for", "seat"], name="result_of_tally")),
        migrations.AddIndex(
            "result", models.Index(fields=["seat", "place", "score", "balance"], name="result_in_short")
        ),
        migrations.AddIndex("seat", models.Index(fields=["person", "session"], name="seat_of_person")),
        migrations.AddConstraint("tally", models.UniqueConstraint(fields=["person", "game"], name="tally_once")),
    ]
