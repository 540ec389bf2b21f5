/** P-256 (NIST SP 800-186, 3.2.1.3): y² = x³ − 3x + b over the integers modulo p. Only public values are used here. */
const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn
const coordinateBytes = 32

const coordinate = (bytes: Uint8Array): bigint => bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)

/** Whether an uncompressed point (65 bytes) is on the curve. A recording wrapped for another point can never be opened. */
export const isOnCurve = (point: Uint8Array): boolean => {
  const x = coordinate(point.subarray(1, 1 + coordinateBytes))
  const y = coordinate(point.subarray(1 + coordinateBytes))
  return x < p && y < p && (y * y - (x * x * x - 3n * x + b)) % p === 0n
}
