// Runs in the page before its own scripts: notes when `holdfastUsable` (a selector) is first drawn, the largest paint and
// the layout shift.
globalThis.holdfastWatch = { usableMs: 0, largestPaintMs: 0, layoutShift: 0 }

const noteUsable = () => {
  if (!document.querySelector(globalThis.holdfastUsable)) return
  observer.disconnect()
  // Drawn, and nothing else keeps the page from answering.
  requestAnimationFrame(() =>
    setTimeout(() => {
      globalThis.holdfastWatch.usableMs = performance.now()
    }),
  )
}
const observer = new MutationObserver(noteUsable)
observer.observe(document, { subtree: true, childList: true, attributes: true })

new PerformanceObserver((list) => {
  globalThis.holdfastWatch.largestPaintMs = list.getEntries().at(-1).startTime
}).observe({ type: 'largest-contentful-paint', buffered: true })

new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) {
    if (!hadRecentInput) globalThis.holdfastWatch.layoutShift += value
  }
}).observe({ type: 'layout-shift', buffered: true })
