export interface Tag {
  readonly tag_key: string
  readonly tag_value: string
}

/** What conditions look at in a group (product.md section 3). */
export interface Group {
  readonly group_reference: string
  readonly tags: readonly Tag[]
}
