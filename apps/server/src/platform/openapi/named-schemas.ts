import * as contract from '@holdfast/contract'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const plain = (schema: unknown): Json => JSON.parse(JSON.stringify(schema)) as Json

/** Whether an export of the contract is a field rule, an enumeration or an object; not every export is a schema. */
const hasName = ([name, schema]: [string, unknown]): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  ('enum' in schema || 'properties' in schema || ('rule' in schema && schema.rule === name))

/** Names of exported schemas by their JSON. Schemas with the same JSON have no name. */
const exportedSchemas: ReadonlyMap<string, string> = new Map(
  Object.entries<unknown>(contract)
    .filter(hasName)
    .map(([name, schema]) => [JSON.stringify(schema), name] as const)
    .filter(([text], _at, all) => all.filter(([other]) => other === text).length === 1),
)

/** Schemas that the document contains once, by name; others refer to them. */
export class NamedSchemas {
  readonly #schemas = new Map<string, Json>()

  /** Replaces every titled schema, and every one that the contract exports, by a reference. */
  refer(schema: unknown): Json {
    return this.#refer(plain(schema))
  }

  /** The same, and makes the schema itself a reference: by its title, or by the given name. */
  referAs(name: string, schema: unknown): Json {
    const json = plain(schema)
    return isObject(json) && typeof json.title === 'string' ? this.#refer(json) : this.#keep(name, json)
  }

  toJSON(): JsonObject {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  #refer(json: Json): Json {
    if (Array.isArray(json)) return json.map((part) => this.#refer(part))
    if (!isObject(json)) return json
    if (typeof json.title === 'string') return this.#keep(json.title, json)
    const name = exportedSchemas.get(JSON.stringify(json))
    return name === undefined ? this.#within(json) : this.#keep(name, json)
  }

  #within(json: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(json).map(([name, part]) => [name, this.#refer(part)]))
  }

  /** @throws Error when two different schemas have one name */
  #keep(name: string, json: Json): JsonObject {
    const schema = isObject(json) ? this.#within(json) : json
    const known = this.#schemas.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas are called ${name}`)
    }
    this.#schemas.set(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }
}
