type Fields = Readonly<Record<string, unknown>>

/** The changes of a matter that have a sentence of their own on the trail, by field. */
const sentences: Readonly<Record<string, string>> = {
  matter_title: 'title',
  matter_reason: 'reason',
  review_on: 'review',
  owner: 'owner',
  members: 'members',
}

/** The sentence of a saved matter on the trail: opened, closed, opened again, or changed in one field or several. */
export const decisionOnMatter = ({ before, after, stopped_feeds }: Fields): string => {
  if (typeof before !== 'object' || before === null) return 'opened'
  const [former, saved] = [before as Fields, (after ?? {}) as Fields]
  const changed = Object.keys(saved).filter((name) => JSON.stringify(saved[name]) !== JSON.stringify(former[name]))
  const others = changed.filter((name) => name !== 'is_matter_closed')
  if (others.length < changed.length) {
    const done = saved.is_matter_closed ? 'closed' : 'reopened'
    if (others.length > 0) return `${done}_and_changed`
    return stopped_feeds === undefined ? done : `${done}_with_filters`
  }
  const [only] = others
  return (others.length === 1 && only && sentences[only]) || 'changed'
}

/** Recordings are chosen, or found by a filter. */
export const additionToMatter = ({ filter }: Fields): string => (filter === undefined ? 'chosen' : 'found')
