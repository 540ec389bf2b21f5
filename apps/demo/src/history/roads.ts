/** Degrees: latitude and longitude. */
export type Point = readonly [number, number]

/** Where people live, and the places on the road from there to their office. */
export interface Road {
  home: string
  points: readonly [Point, Point, ...Point[]]
}

const londonOffice: Point = [51.5136, -0.0885]
const newYorkOffice: Point = [40.7069, -74.0113]
const saoPauloOffice: Point = [-23.5868, -46.6822]

/** Roads to the office of each time zone: towns and junctions on motorways, so that trails look like drives between towns. */
export const roadsTo: Readonly<Record<string, readonly Road[]>> = {
  'Europe/London': [
    {
      home: 'Reading',
      points: [
        [51.4551, -0.9787],
        [51.4412, -0.9047],
        [51.4853, -0.7821],
        [51.5003, -0.7016],
        [51.4936, -0.583],
        [51.4963, -0.4466],
        [51.4869, -0.311],
        [51.4889, -0.254],
        [51.4914, -0.2133],
        [51.4972, -0.1632],
        [51.5007, -0.1246],
        [51.5114, -0.1041],
        londonOffice,
      ],
    },
    {
      home: 'Guildford',
      points: [
        [51.2362, -0.5704],
        [51.2616, -0.5418],
        [51.3031, -0.4767],
        [51.3266, -0.4194],
        [51.3622, -0.3383],
        [51.3856, -0.2838],
        [51.4125, -0.2571],
        [51.4507, -0.1999],
        [51.4622, -0.138],
        [51.4947, -0.1006],
        [51.5079, -0.0877],
        londonOffice,
      ],
    },
    {
      home: 'Chelmsford',
      points: [
        [51.7356, 0.4685],
        [51.6893, 0.3856],
        [51.6196, 0.3043],
        [51.6035, 0.2398],
        [51.5768, 0.1801],
        [51.5588, 0.0855],
        [51.5416, -0.0033],
        [51.5255, -0.0338],
        [51.5157, -0.0723],
        londonOffice,
      ],
    },
    {
      home: 'Brighton',
      points: [
        [50.8225, -0.1372],
        [50.8685, -0.1702],
        [50.9637, -0.2007],
        [51.0632, -0.2003],
        [51.1206, -0.1583],
        [51.2393, -0.1512],
        [51.3117, -0.1392],
        [51.3762, -0.0982],
        [51.4286, -0.1311],
        [51.4613, -0.1156],
        [51.4947, -0.1006],
        londonOffice,
      ],
    },
  ],
  'America/New_York': [
    {
      home: 'Stamford',
      points: [
        [41.0534, -73.5387],
        [41.0262, -73.6282],
        [40.9882, -73.6924],
        [40.9115, -73.7824],
        [40.8679, -73.8226],
        [40.8448, -73.8648],
        [40.8042, -73.9281],
        [40.7614, -73.9586],
        [40.7347, -73.9747],
        [40.7103, -73.9806],
        newYorkOffice,
      ],
    },
    {
      home: 'New Brunswick',
      points: [
        [40.4862, -74.4518],
        [40.5187, -74.3513],
        [40.5568, -74.2872],
        [40.6404, -74.2107],
        [40.6953, -74.1661],
        [40.7357, -74.1208],
        [40.7276, -74.0345],
        [40.7259, -74.0107],
        newYorkOffice,
      ],
    },
  ],
  'America/Sao_Paulo': [
    {
      home: 'Campinas',
      points: [
        [-22.9056, -47.0608],
        [-22.9682, -46.9982],
        [-23.0297, -46.9751],
        [-23.1103, -46.9458],
        [-23.1857, -46.8978],
        [-23.2934, -46.8213],
        [-23.4159, -46.7898],
        [-23.5052, -46.7453],
        [-23.5347, -46.733],
        [-23.5672, -46.7018],
        saoPauloOffice,
      ],
    },
    {
      home: 'Santos',
      points: [
        [-23.9608, -46.3336],
        [-23.8924, -46.4248],
        [-23.8475, -46.5106],
        [-23.7716, -46.6034],
        [-23.6939, -46.5992],
        [-23.6367, -46.6412],
        [-23.6105, -46.6672],
        saoPauloOffice,
      ],
    },
    {
      home: 'São José dos Campos',
      points: [
        [-23.1791, -45.8872],
        [-23.3053, -45.9658],
        [-23.3871, -46.1452],
        [-23.4314, -46.3206],
        [-23.4543, -46.5337],
        [-23.5186, -46.5821],
        [-23.5255, -46.6289],
        [-23.5329, -46.6939],
        saoPauloOffice,
      ],
    },
  ],
}

/** The place on a road at a share of its length, as if it were flat. Accurate enough for trails of 100 km. */
export const pointAt = ({ points }: Pick<Road, 'points'>, share: number): Point => {
  const lengths = points.slice(1).map((point, index) => apart(points[index] ?? point, point))
  let left = Math.min(Math.max(share, 0), 1) * lengths.reduce((sum, length) => sum + length, 0)
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [points[index], points[index + 1]]
    if (from && to && left <= length) return between(from, to, length === 0 ? 0 : left / length)
    left -= length
  }
  return points.at(-1) ?? points[0]
}

const apart = (a: Point, b: Point): number =>
  Math.hypot(a[0] - b[0], (a[1] - b[1]) * Math.cos((((a[0] + b[0]) / 2) * Math.PI) / 180))

const between = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]
