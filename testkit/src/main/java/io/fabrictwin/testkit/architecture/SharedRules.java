package io.fabrictwin.testkit.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Locale;
import org.junit.platform.commons.annotation.Testable;

/** What holds in every module around the model. Include with {@code ArchTests.in(SharedRules.class)}. */
public final class SharedRules {
    private static final ImportOption PRODUCT = new ImportOption.DoNotIncludeTests();

    private static final DescribedPredicate<JavaClass> ARE_PRODUCT_CODE = describe(
            "are product code",
            type -> type.getSource()
                    .map(source -> PRODUCT.includes(Location.of(source.getUri())))
                    .orElse(false));

    @ArchTest
    static final ArchRule generatedAvroClassesStayWithTheWire = noClasses()
            .that()
            .resideOutsideOfPackage("io.fabrictwin.schemas..")
            .and()
            .haveSimpleNameNotEndingWith("Serde")
            .should()
            .dependOnClassesThat()
            .areAssignableTo("org.apache.avro.specific.SpecificRecordBase")
            .because("wire and domain are different types: past the codec there are domain events only");

    @ArchTest
    static final ArchRule onlyEdgesEndTheProcess = noClasses()
            .that(ARE_PRODUCT_CODE)
            .and()
            .resideOutsideOfPackages("io.fabrictwin.cli..", "io.fabrictwin..app..", "io.fabrictwin..fault..")
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class)
            .because("who calls a library does not expect it to stop the process")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule outputDoesNotDependOnTheMachinesLocale = noClasses()
            .that(ARE_PRODUCT_CODE)
            .should()
            .callMethod(String.class, "format", String.class, Object[].class)
            .orShould()
            .callMethod(String.class, "formatted", Object[].class)
            .orShould()
            .callMethod(String.class, "toLowerCase")
            .orShould()
            .callMethod(String.class, "toUpperCase")
            .orShould()
            .callMethod(Locale.class, "getDefault")
            .because("the same input gives the same bytes everywhere: pass Locale.ROOT")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule testsAreNamedAfterTheirRung = methods()
            .that()
            .areMetaAnnotatedWith(Testable.class)
            .should()
            .beDeclaredInClassesThat()
            .haveNameMatching(".*(Test|Properties|IT|Contract)(\\$.*)?")
            .because("a test by any other name is not run: Test, GoldenTest, HarnessTest, Properties, IT, or Contract")
            .allowEmptyShould(true);

    private SharedRules() {}
}
