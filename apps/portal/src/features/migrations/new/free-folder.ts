/** The name, or the name with the first number that no folder has. */
export const freeFolder = (name: string, folders: readonly string[]): string => {
  let free = name
  for (let number = 2; folders.includes(free); number += 1) free = `${name}-${number}`
  return free
}
