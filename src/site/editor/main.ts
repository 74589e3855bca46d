import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const host = document.createElement("div");
document.body.append(host);
// Styles of a shadow root do not need the content security policy to allow inline styles.
const root = host.attachShadow({ mode: "open" });
new EditorView({ state: EditorState.create({ doc: "" }), parent: root, root });
