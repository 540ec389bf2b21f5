/** Handset models; manufacturers and models are fictitious. `weight` is the relative frequency. */
export const models = [
  { manufacturer: 'Lakeland', model: 'Tarn 6', weight: 30 },
  { manufacturer: 'Lakeland', model: 'Tarn 6 Pro', weight: 14 },
  { manufacturer: 'Lakeland', model: 'Tarn 5', weight: 9 },
  { manufacturer: 'Northcape', model: 'Fell A34', weight: 22 },
  { manufacturer: 'Northcape', model: 'Fell A54', weight: 16 },
  { manufacturer: 'Northcape', model: 'Fell Rugged 7', weight: 5 },
] as const

export const osVersions = [
  { version: '16', weight: 38 },
  { version: '15', weight: 41 },
  { version: '14', weight: 16 },
  { version: '13', weight: 5 },
] as const

export const appVersions = [
  { version: '4.12.1', weight: 46 },
  { version: '4.12.0', weight: 27 },
  { version: '4.11.3', weight: 17 },
  { version: '4.9.8', weight: 7 },
  { version: '4.6.0', weight: 3 },
] as const

/** A 15-digit IMEI with its check digit (Luhn). The type allocation code 00-1017xx is for tests. */
export const imeiOf = (serial: number): string => {
  const digits = `00101700${String(serial).padStart(6, '0')}`
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
