import { useQuery } from '@tanstack/react-query'
import type { feature } from 'topojson-client'
import bordersAddress from 'world-atlas/countries-50m.json?url'
import type { Town } from './place.ts'
import townsAddress from './towns.json?url'

/** Topology of Natural Earth. */
export type Borders = Parameters<typeof feature>[0]

const readFile = async <Content>(address: string, signal: AbortSignal): Promise<Content> => {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return (await response.json()) as Content
}

/** They never change while a version of the portal is open. */
const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

/** The towns that the map shows. */
export const useTowns = (isWanted: boolean) =>
  useQuery({
    queryKey: ['map', 'towns'],
    queryFn: ({ signal }) => readFile<Town[]>(townsAddress, signal),
    enabled: isWanted,
    ...forever,
  })

/** Land and borders of Natural Earth, from this server. */
export const useBorders = () =>
  useQuery({
    queryKey: ['map', 'borders'],
    queryFn: ({ signal }) => readFile<Borders>(bordersAddress, signal),
    ...forever,
  })
