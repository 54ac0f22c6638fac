"""Registered studies that a report on the question must never cite."""

from tests.world.shapes import Outcome, Study

REGISTRY_OTHERS = tuple(
    Study(
        key=f"other-{key}",
        nct=nct,
        title=title,
        official_title=f"{title}: a Study of {intervention}",
        summary=f"The study looks at {intervention.lower()} in people with {condition.lower()}.",
        status=status,
        conditions=(condition,),
        interventions=((kind, intervention),),
        arms=((intervention, ""), ("Control", "")),
        phases=phases,
        allocation="RANDOMIZED",
        enrolment=enrolment,
        enrolment_is_actual=status == "COMPLETED",
        first_posted=posted,
        started=posted[:7],
        primary_completion=completed,
        completed=completed,
        primary_outcomes=(Outcome(outcome, "Six months"),),
        on_topic=False,
    )
    for key, nct, title, condition, kind, intervention, phases, status, enrolment, posted, completed, outcome in (
        ("lomedolol", "NCT98110111", "Lomedolol in Episodic Migraine", "Migraine", "DRUG", "Lomedolol", ("PHASE3",),
         "COMPLETED", 340, "2006-01-09", "2007-08", "Attack Frequency"),
        ("antibody", "NCT98110222", "Monthly Frenelizumab for Migraine", "Migraine", "BIOLOGICAL", "Frenelizumab",
         ("PHASE3",), "RECRUITING", 500, "2024-02-19", "2026-11", "Migraine Days per Month"),
        ("yoga", "NCT98110333", "Yoga for Adults With Migraine", "Migraine", "BEHAVIORAL", "Yoga", ("NA",), "COMPLETED",
         114, "2016-05-23", "2017-09", "Attack Frequency"),
        ("velasentan", "NCT98110444", "Velasentan in Pulmonary Hypertension", "Pulmonary Arterial Hypertension", "DRUG",
         "Velasentan", ("PHASE2",), "COMPLETED", 182, "2013-10-14", "2015-06", "Walking Distance"),
        ("panic", "NCT98110555", "Sertranopram in Panic Disorder", "Panic Disorder", "DRUG", "Sertranopram",
         ("PHASE1", "PHASE2"), "COMPLETED", 260, "2011-03-28", "2013-05", "Panic Attacks per Week"),
        ("gout", "NCT98110666", "Febuxanol in Gout", "Gout", "DRUG", "Febuxanol", ("PHASE4",), "UNKNOWN", 310,
         "2014-07-07", "2016-12", "Gout Attacks per Year"),
        ("stimulator", "NCT98110777", "Vagus Nerve Stimulation in Migraine", "Migraine", "DEVICE",
         "Vagus Nerve Stimulator", ("NA",), "COMPLETED", 243, "2017-01-16", "2018-11", "Attacks per Month"),
        ("insomnia", "NCT98110888", "Lembrexant in Chronic Insomnia", "Insomnia", "DRUG", "Lembrexant", ("PHASE3",),
         "TERMINATED", 291, "2016-04-11", "2017-12", "Time Awake at Night"),
    )
)  # fmt: skip
