/** What marks the kinds of places and the chosen one of a trail, on the map and beside it. Apart for people who confuse red and green. */
export const placeColours = { device: '#0a7ea4', photo: '#c2410c', chosen: '#c2410c' } as const
