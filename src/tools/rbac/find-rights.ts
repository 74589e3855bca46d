import type { ts } from "ts-morph";
import { readComments } from "./comments.js";
import type { FoundClient } from "./find-clients.js";
import { ClientFinder } from "./find-clients.js";
import type { MethodVerbs } from "./method-verbs.js";
import { functionVerbs, methodVerbs } from "./method-verbs.js";
import type { OperatorProgram } from "./operator-program.js";
import { bareExpression, isOfRuntime } from "./operator-program.js";
import { ResourceTypes } from "./resource-of-type.js";
import type { FoundRights, Place, Right, Untold } from "./rights.js";
import { untoldAt } from "./untold-at.js";
import { ValueIndex } from "./value-index.js";

/** All that a program asks of an API server, as far as its code and its comments say. */
export function findRights(program: OperatorProgram): FoundRights {
  const finder = new RightsFinder(program);
  for (const file of program.own) finder.visitFile(file);
  return { rights: finder.rights, untold: finder.untold };
}

const byHand = "say what it needs in a comment above it: // crdgen:rbac group=apps resources=deployments verbs=get,patch"; // prettier-ignore

const leaseGroup = "coordination.k8s.io";

class RightsFinder {
  readonly rights: Right[] = [];
  readonly untold: Untold[] = [];
  readonly #program: OperatorProgram;
  readonly #values: ValueIndex;
  readonly #types: ResourceTypes;
  readonly #clients: ClientFinder;
  #saidLines: ReadonlySet<number> = new Set();

  constructor(program: OperatorProgram) {
    this.#program = program;
    this.#values = new ValueIndex(program);
    this.#types = new ResourceTypes(program, this.#values);
    this.#clients = new ClientFinder(program, this.#values, this.#types);
  }

  visitFile(file: ts.SourceFile): void {
    const { rights, lines, faults } = readComments(file);
    this.rights.push(...rights);
    this.#saidLines = lines;
    for (const { position, message } of faults) this.untold.push(untoldAt(file, position, message));
    this.#visit(file);
  }

  #visit(node: ts.Node): void {
    const { typeScript } = this.#program;
    if (typeScript.isPropertyAccessExpression(node)) this.#visitMember(node, node.name.text);
    else if (typeScript.isElementAccessExpression(node)) this.#visitElement(node);
    else if (typeScript.isCallExpression(node)) this.#visitCall(node);
    else if (typeScript.isNewExpression(node)) this.#visitNew(node);
    else if (typeScript.isPropertyAssignment(node)) this.#visitProperty(node);
    typeScript.forEachChild(node, (child) => {
      this.#visit(child);
    });
  }

  /** A method of a client, called or passed on. */
  #visitMember(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, name: string): void {
    const { checker } = this.#program;
    const type = checker.getTypeAtLocation(node.expression);
    const kind = this.#types.clientKind(type);
    if (kind === undefined) {
      if (name === "send" && this.#isTransport(type)) {
        this.#cannotTell(node, "a request that is sent by hand may go anywhere");
      }
      return;
    }
    const method = methodVerbs(kind, name);
    if (method === undefined || !this.#isOfRuntimeMember(node)) return;
    const clients = this.#clients.clientsAt(node.expression);
    if (clients.length === 0) {
      this.#cannotTell(node, `nothing says which resource the client of '${name}' is of`);
    }
    const { parent } = node;
    const isCalled =
      this.#program.typeScript.isCallExpression(parent) && parent.expression === node;
    const givenArguments = isCalled ? parent.arguments : undefined;
    for (const client of clients) {
      const place = this.#placeOfCall(method, client, givenArguments);
      const [first] = givenArguments ?? [];
      const target = method.first === "name" ? this.#values.textOf(first) : undefined;
      this.#need(client, kind, method.verbs, place, target);
    }
  }

  #visitElement(node: ts.ElementAccessExpression): void {
    const { checker } = this.#program;
    const name = this.#values.textOf(node.argumentExpression);
    if (name !== undefined) {
      this.#visitMember(node, name);
    } else if (this.#types.clientKind(checker.getTypeAtLocation(node.expression)) !== undefined) {
      this.#cannotTell(node, "the name of the method is known at run time alone");
    }
  }

  /** Subclasses have methods of the same names perhaps, which are looked at where they stand. */
  #isOfRuntimeMember(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean {
    const name = this.#program.typeScript.isPropertyAccessExpression(node)
      ? node.name
      : node.argumentExpression;
    const declaration = this.#values.declarationOf(name);
    return declaration === undefined || isOfRuntime(declaration);
  }

  #isTransport(type: ts.Type): boolean {
    return isOfRuntime(type.getProperty("send")?.declarations?.[0]);
  }

  #placeOfCall(
    { options, first }: MethodVerbs,
    { place, resource }: FoundClient,
    givenArguments: readonly ts.Expression[] | undefined,
  ): Place {
    if (!resource.isNamespaced) return "all";
    if (givenArguments === undefined) return place === "own" ? "objects" : place;
    const found = this.#clients.placeOf(givenArguments[options], place);
    const [object] = givenArguments;
    if (first !== "object" || found !== "own" || object === undefined) return found;
    const metadata = this.#values.memberOf(object, "metadata");
    if (metadata === "unknown") return "objects";
    return this.#clients.placeOf(metadata, "own");
  }

  #visitCall(call: ts.CallExpression): void {
    const { typeScript, checker } = this.#program;
    const name = this.#types.functionOf(call);
    const [first, second] = call.arguments;
    const verbs = name === undefined ? undefined : functionVerbs.get(name);
    if (verbs !== undefined && first !== undefined) {
      this.#needOf(first, verbs.verbs, call.arguments[verbs.options]);
    } else if (name === "ownerReference" && first !== undefined) {
      this.#visitOwner(call, first, second);
    } else if (typeScript.isPropertyAccessExpression(call.expression)) {
      const { expression, name: method } = call.expression;
      if (!this.#types.isOfClass(checker.getTypeAtLocation(expression), "Manager")) return;
      if (method.text === "controller" && first !== undefined) this.#needController(first, second);
      else if (method.text === "informer" && first !== undefined) this.#follow(first, second);
      else if (method.text === "events") this.#needEvents();
    }
  }

  #visitNew(node: ts.NewExpression): void {
    const type = this.#program.checker.getTypeAtLocation(node);
    const [first, second] = node.arguments ?? [];
    const name = (type.symbol as ts.Symbol | undefined)?.name; // some types have none
    if (name === undefined || !isOfRuntime(type.symbol.declarations?.[0])) return;
    if (first === undefined) return;
    if (name === "Controller") this.#needController(first, second);
    else if (name === "Informer") this.#follow(first, second);
    else if (name === "EventRecorder") this.#needEvents();
    else if (name === "LeaderElector") this.#needLease(first);
    else if (name === "Manager") this.#needManager(first);
  }

  /** What garbage collection is to wait for needs a right on the owner, where that is enforced. */
  #visitOwner(node: ts.Node, owner: ts.Expression, options: ts.Expression | undefined): void {
    const blocks = this.#values.memberOf(options, "blockOwnerDeletion");
    const controls = this.#values.memberOf(options, "controller");
    if (!mayBeTrue(blocks ?? controls)) return;
    const { checker } = this.#program;
    const resource = this.#types.resourceOfObject(checker.getTypeAtLocation(owner));
    if (resource === undefined) {
      this.#cannotTell(node, "nothing says which resource the owner is of");
      return;
    }
    const client: FoundClient = { resource, place: "objects" };
    this.#need(client, "finalizers", ["update"], resource.isNamespaced ? "objects" : "all");
  }

  #visitProperty(node: ts.PropertyAssignment): void {
    if (node.name.getText() !== "blockOwnerDeletion" || !mayBeTrue(node.initializer)) return;
    const { checker, typeScript } = this.#program;
    const declaration = checker.getContextualType(node.parent)?.getProperty("blockOwnerDeletion");
    const isArgument = typeScript.isCallExpression(node.parent.parent);
    if (isArgument || !isOfRuntime(declaration?.declarations?.[0])) return;
    this.#cannotTell(node, "nothing says which resource the owner is of");
  }

  #needController(client: ts.Expression, options: ts.Expression | undefined): void {
    const informer = this.#values.memberOf(options, "informer");
    const places = this.#follow(client, informer === "unknown" ? undefined : informer);
    if (this.#values.memberOf(options, "finalizer") !== undefined) {
      // The state of the cache may be an older one: then the object is read, and patched again.
      this.#needOf(client, ["get", "patch"], undefined);
    }
    for (const name of ["owns", "watches"]) {
      const sources = this.#values.memberOf(options, name);
      if (sources === "unknown") this.#cannotTell(client, `nothing says what it ${name}`);
      else if (sources !== undefined) this.#followAll(sources, places);
    }
    const election = this.#values.memberOf(options, "leaderElection");
    if (election !== undefined && election !== "unknown") this.#needLeaseIfNamed(election);
  }

  /**
   * Every client within a list of what a controller owns or watches. Those that name no place are
   * followed where the controller's own objects are.
   */
  #followAll(sources: ts.Expression, places: readonly Place[]): void {
    const { typeScript, checker } = this.#program;
    const value = bareExpression(typeScript, sources);
    if (this.#types.clientKind(checker.getTypeAtLocation(value)) === "client") {
      this.#follow(value, undefined, places);
      return;
    }
    if (typeScript.isIdentifier(value)) {
      const declaration = this.#values.declarationOf(value);
      const values = declaration === undefined ? [] : this.#values.valuesOf(declaration);
      for (const each of values) this.#followAll(each, places);
      return;
    }
    typeScript.forEachChild(value, (child) => {
      if (typeScript.isFunctionLike(child)) return;
      if (typeScript.isPropertyAssignment(child)) this.#followAll(child.initializer, places);
      else if (typeScript.isShorthandPropertyAssignment(child)) this.#followAll(child.name, places);
      else if (typeScript.isExpression(child)) this.#followAll(child, places);
    });
  }

  /**
   * What an informer needs; gives the places where it looks.
   *
   * @param otherwise where a client looks that names no place
   */
  #follow(
    client: ts.Expression,
    options: ts.Expression | undefined,
    otherwise: readonly Place[] = ["own"],
  ): readonly Place[] {
    const { checker } = this.#program;
    if (this.#types.clientKind(checker.getTypeAtLocation(client)) === undefined) return [];
    const clients = this.#clients.clientsAt(client);
    if (clients.length === 0) this.#cannotTell(client, "nothing says which resource it is of");
    return clients.flatMap((found) => {
      const { isNamespaced } = found.resource;
      const told = isNamespaced ? this.#clients.placesOf(options, found.place) : ["all" as const];
      const places = told.flatMap((place) => (place === "own" ? otherwise : [place]));
      for (const place of places) this.#need(found, "client", ["list", "watch"], place);
      return places;
    });
  }

  #needManager(options: ts.Expression): void {
    const election = this.#values.memberOf(options, "leaderElection");
    if (election !== undefined && election !== "unknown") this.#needLeaseIfNamed(election);
    const metrics = this.#values.memberOf(options, "metrics");
    if (metrics === undefined || metrics === "unknown") return;
    const secure = this.#values.memberOf(metrics, "secure");
    if (secure === undefined) return;
    const asked = secure === "unknown" ? secure : this.#values.memberOf(secure, "authorization");
    if (asked !== undefined && !mayBeTrue(asked)) return;
    this.#add("authentication.k8s.io", "tokenreviews", ["create"], "all");
    this.#add("authorization.k8s.io", "subjectaccessreviews", ["create"], "all");
  }

  /** Options of an election, and not an elector that is shared, which has its own options. */
  #needLeaseIfNamed(election: ts.Expression): void {
    const { checker } = this.#program;
    const type = checker.getTypeAtLocation(election);
    if (!this.#types.isOfClass(type, "LeaderElector")) this.#needLease(election);
  }

  #needLease(options: ts.Expression): void {
    const name = this.#values.memberOf(options, "name");
    const text = name === "unknown" ? undefined : this.#values.textOf(name);
    const place = this.#clients.placeOf(options, "own");
    // A name is no part of a request that creates.
    this.#add(leaseGroup, "leases", ["create"], place);
    this.#add(leaseGroup, "leases", ["get", "update"], place, text);
  }

  #needEvents(): void {
    this.#add("events.k8s.io", "events", ["create", "patch"], "objects");
  }

  #needOf(
    client: ts.Expression,
    verbs: readonly string[],
    options: ts.Expression | undefined,
  ): void {
    const clients = this.#clients.clientsAt(client);
    if (clients.length === 0) this.#cannotTell(client, "nothing says which resource it is of");
    for (const found of clients) {
      const place = this.#clients.placeOf(options, found.place);
      this.#need(found, "client", verbs, found.resource.isNamespaced ? place : "all");
    }
  }

  #need(
    { resource }: FoundClient,
    part: string,
    verbs: readonly string[],
    place: Place,
    name?: string,
  ): void {
    const { group, plural } = resource;
    this.#add(group, part === "client" ? plural : `${plural}/${part}`, verbs, place, name);
  }

  #add(
    group: string,
    resource: string,
    verbs: readonly string[],
    place: Place,
    name?: string,
  ): void {
    for (const verb of verbs) this.rights.push({ group, resource, verb, place, name });
  }

  /** Reports it, unless a comment beside it says what is needed. */
  #cannotTell(node: ts.Node, message: string): void {
    const file = node.getSourceFile();
    const { typeScript } = this.#program;
    let statement = node;
    while (!typeScript.isStatement(statement) && !typeScript.isSourceFile(statement.parent)) {
      statement = statement.parent;
    }
    const lines = [node, statement].map(
      (each) => file.getLineAndCharacterOfPosition(each.getStart(file)).line,
    );
    if (lines.some((line) => this.#saidLines.has(line))) return;
    this.untold.push(untoldAt(file, node.getStart(file), `${message}; ${byHand}`));
  }
}

function mayBeTrue(value: ts.Expression | "unknown" | undefined): boolean {
  if (value === undefined) return false;
  return value === "unknown" || value.getText() !== "false";
}
