// Runs in the page before its own scripts.

/** Goes to the end of the rows that a list has loaded, and returns how many they are. */
globalThis.holdfastToEnd = () => {
  window.scrollTo(0, document.documentElement.scrollHeight)
  const body = document.querySelector('main tbody')
  const row = body?.querySelector('tr')
  return row ? Math.round(body.getBoundingClientRect().height / row.getBoundingClientRect().height) : 0
}

/** How many milliseconds each of the next frames takes. */
globalThis.holdfastFrames = (count) =>
  new Promise((resolve) => {
    const taken = []
    let last = 0
    const next = (now) => {
      if (last > 0) taken.push(now - last)
      last = now
      if (taken.length === count) resolve(taken)
      else requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
