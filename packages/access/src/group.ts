export interface Tag {
  readonly tag_key: string
  readonly tag_value: string
}

/** The parts of a group that conditions look at (product.md section 3). */
export interface Group {
  readonly group_reference: string
  readonly tags: readonly Tag[]
}
