// compile.mjs ARCHIVE ...: in each, every .py becomes a .pyc, by the very Python that will read it.
import fs from "node:fs";
import { loadPyodide } from "./pyodide.mjs";

const python = await loadPyodide({ indexURL: "./", env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", HOME: "/" } });
for (const name of process.argv.slice(2)) {
  python.FS.writeFile("/in.zip", new Uint8Array(fs.readFileSync(name)));
  python.runPython(`
import ast, importlib.util, marshal, zipfile

def without_docstrings(tree):
    for node in ast.walk(tree):
        first = node.body[0] if getattr(node, "body", None) and isinstance(node.body, list) else None
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                first.value.value = "."  # not nothing: a dataclass would make one up
    return tree

def without_lines(code):
    inner = tuple(without_lines(one) if isinstance(one, type(code)) else one for one in code.co_consts)
    runs, rest = divmod(len(code.co_code) // 2, 8)  # a traceback wants an entry for every instruction: "nowhere"
    nowhere = b"\\xff" * runs + (bytes([0xF8 + rest - 1]) if rest else b"")
    return code.replace(co_consts=inner, co_linetable=nowhere)

HEAD = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # never checked against a source
with zipfile.ZipFile("/in.zip") as given, zipfile.ZipFile("/out.zip", "w") as made:
    for name in given.namelist():
        content = given.read(name)
        if name.endswith(".py"):
            code = compile(without_docstrings(ast.parse(content)), name, "exec", dont_inherit=True)
            if not name.startswith("scorekeeper/"):  # a fault is looked for in our own lines
                code = without_lines(code)
            name, content = name + "c", HEAD + marshal.dumps(code)
        made.writestr(zipfile.ZipInfo(name), content)
`);
  fs.writeFileSync(name, python.FS.readFile("/out.zip"));
}
