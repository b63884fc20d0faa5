package io.fabrictwin.cli;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import io.fabrictwin.testkit.architecture.SharedRules;

@AnalyzeClasses(packages = "io.fabrictwin.cli")
class ArchitectureTest {
    @ArchTest
    static final ArchTests shared = ArchTests.in(SharedRules.class);
}
