package org.jdapl.examples.docs;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** What a project file says. */
record MavenProject(Element root) {

    static MavenProject read(Path file) throws Exception {
        return new MavenProject(
                DocumentBuilderFactory.newDefaultInstance()
                        .newDocumentBuilder()
                        .parse(file.toFile())
                        .getDocumentElement());
    }

    String version() {
        return child(root, "version");
    }

    String property(String name) {
        return texts(name).getFirst();
    }

    List<String> modules() {
        return texts("module");
    }

    /** The artifacts of one group that it depends on. */
    List<String> dependencies(String group) {
        return elements("dependency").stream()
                .filter(one -> child(one, "groupId").equals(group))
                .map(one -> child(one, "artifactId"))
                .toList();
    }

    private List<String> texts(String tag) {
        return elements(tag).stream().map(Element::getTextContent).toList();
    }

    private List<Element> elements(String tag) {
        NodeList found = root.getElementsByTagName(tag);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static String child(Element parent, String tag) {
        for (Node one = parent.getFirstChild(); one != null; one = one.getNextSibling()) {
            if (one.getNodeName().equals(tag)) {
                return one.getTextContent();
            }
        }
        throw new IllegalArgumentException(parent.getNodeName() + " has no " + tag);
    }
}
