import org.jspecify.annotations.NullMarked;

/** The provider for iWARP devices. */
@NullMarked
module org.jdapl.provider.iwarp {
    requires static transitive org.jspecify;
    requires org.jdapl.provider.verbs;
}
