import { useColleagues } from './use-colleagues.ts'

/** Who did something, by name, with the reference as a tooltip. */
export const Colleague = ({ author }: { author: string | null }) => {
  const nameOf = useColleagues(author === null ? [] : [author])
  if (author === null) return <>{'–'}</>
  const name = nameOf(author)
  return <bdi title={name === author ? undefined : author}>{name}</bdi>
}

/** Several people, by name. */
export const Colleagues = ({ of }: { of: readonly string[] }) => <bdi>{of.map(useColleagues(of)).join(', ')}</bdi>
