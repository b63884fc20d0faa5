package io.fabrictwin.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.fabrictwin.testkit.architecture.SharedRules;

@AnalyzeClasses(packages = "io.fabrictwin.cli")
class ArchitectureTest {
    @ArchTest
    static final ArchTests shared = ArchTests.in(SharedRules.class);

    @ArchTest
    static final ArchRule entersTheLiveTwinThroughItsAppOnly = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("io.fabrictwin.streams..")
                    .and(resideOutsideOfPackage("io.fabrictwin.streams.app..")))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka.streams..", "io.javalin..")
            .because("the command starts the live twin and asks it over HTTP, as any other client does");
}
