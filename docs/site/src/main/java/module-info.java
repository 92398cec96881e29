import org.jspecify.annotations.NullMarked;

@NullMarked
module org.jdapl.site {
    requires static transitive org.jspecify;
    requires org.commonmark;
    requires org.commonmark.ext.gfm.tables;
    requires org.commonmark.ext.heading.anchor;
}
