import { Fragment } from 'react'

/** A long name without spaces: a line that is too short for it ends after an @ or _, not inside a word. */
export const BreakableText = ({ text }: { text: string }) => (
  <bdi>
    {text.split(/(?<=[@_])/).map((part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part can be repeated, and parts never move.
      <Fragment key={place}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </bdi>
)
