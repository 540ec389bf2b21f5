// Sets the colour mode before the first paint, so that dark mode doesn't flash white. An external file, because the
// content security policy forbids inline scripts.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('holdfast.colour-mode')
  } catch {
    // Storage may be forbidden: the system's mode is used.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
