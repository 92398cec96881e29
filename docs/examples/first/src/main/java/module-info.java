module first {
    requires org.jdapl.api;
}
