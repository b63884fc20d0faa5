package io.fabrictwin.replay;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.fabrictwin.testkit.architecture.SharedRules;

@AnalyzeClasses(packages = "io.fabrictwin.replay")
class ArchitectureTest {
    @ArchTest
    static final ArchTests shared = ArchTests.in(SharedRules.class);

    @ArchTest
    static final ArchRule meetsItsSiblingsAtTopicsOnly = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.fabrictwin.ingest..",
                    "io.fabrictwin.streams..",
                    "io.fabrictwin.cli..",
                    "org.apache.kafka.streams..",
                    "io.javalin..")
            .because("ingest, streams and replay meet at topics and in the model");

    @ArchTest
    static final ArchRule onlyTheReportSeesTheDatabaseDriver = noClasses()
            .that()
            .resideOutsideOfPackage("io.fabrictwin.replay.report..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.duckdb..")
            .because("files are what a run leaves; reading them as tables is an extra");
}
