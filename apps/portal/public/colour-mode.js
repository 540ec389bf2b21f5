// Runs before the first paint, so that a dark room stays dark. An external file: the policy forbids inline scripts.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('holdfast.colour-mode')
  } catch {
    // Storage can be forbidden; the system's mode is then used.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
