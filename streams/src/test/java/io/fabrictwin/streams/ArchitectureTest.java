package io.fabrictwin.streams;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.fabrictwin.testkit.architecture.SharedRules;

@AnalyzeClasses(packages = "io.fabrictwin.streams")
class ArchitectureTest {
    @ArchTest
    static final ArchTests shared = ArchTests.in(SharedRules.class);

    @ArchTest
    static final ArchRule meetsItsSiblingsAtTopicsOnly = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.fabrictwin.ingest..", "io.fabrictwin.replay..", "io.fabrictwin.cli..", "org.apache.flink..")
            .because("ingest, streams and replay meet at topics and in the model");

    @ArchTest
    static final ArchRule onlyTheConsoleSeesTheWebLibrary = noClasses()
            .that()
            .resideOutsideOfPackage("io.fabrictwin.streams.console..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..")
            .because("the live twin works without a page, and the library can be changed in one place");
}
