// The page has an opaque origin and therefore no storage. What the library stores lasts as long as the page.
for (const name of ['localStorage', 'sessionStorage']) {
  const items = new Map()
  const storage = {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(String(key)) ?? null,
    setItem: (key, value) => void items.set(String(key), String(value)),
    removeItem: (key) => void items.delete(String(key)),
    clear: () => items.clear(),
  }
  Object.defineProperty(window, name, { value: storage })
}
