import org.jspecify.annotations.NullMarked;

/** The provider for InfiniBand and RoCE devices. */
@NullMarked
module org.jdapl.provider.ib {
    requires static transitive org.jspecify;
    requires org.jdapl.provider.verbs;
}
