/** Mulberry32: the same inputs in every run. */
export const randomBelow = (seed: number): ((below: number) => number) => {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

/** Of each file. */
export const damageableRows = 12
const numbers = Array.from({ length: damageableRows }, (_, at) => at)
const date = (at: number): string => `2024-01-${String(at + 10)} 10:00:00`
/** Small files of an export, of each kind that is read. */
export const damageableFiles = [
  { name: 'groups.csv', text: `group,tags\n${numbers.map((at) => `"Desk ""${at}""",region=EU`).join('\n')}\n` },
  {
    name: 'users.csv',
    text: `device_user_reference;first_name;surname;email;group;services\n${numbers.map((at) => `u-${at}00;Jane;Doe;j${at}@example.com;"Desk ${at}";calls,sms`).join('\r\n')}`,
  },
  {
    name: 'payloads.ndjson',
    text: numbers
      .map((at) =>
        JSON.stringify({
          reference: `r-${at}`,
          payload_type: 'Call',
          device_user_reference: 'jane',
          payload_time: date(at),
          numbers: ['+447911123456'],
        }),
      )
      .join('\n'),
  },
  {
    name: 'jane/sms.xml',
    text: `<?xml version='1.0' encoding='UTF-8'?>\n<smses>\n${numbers.map((at) => `<sms address="+44791112345${at}" date="17041646450${at + 10}" type="1" body="Hi &#55357;&#56838; ${at}" contact_name="(Unknown)" />`).join('\n')}\n</smses>`,
  },
  {
    name: 'jane/mms.xml',
    text: `<smses>\n${numbers.map((at) => `<mms address="+44791112345${at}" date="17041646450${at + 10}" msg_box="2" m_id="m${at}"><parts><part ct="image/png" name="a.png" data="iVBORw0KGgo=" /></parts><addrs><addr address="+44791112345${at}" type="151" /></addrs></mms>`).join('\n')}\n</smses>`,
  },
]

const tokens = [
  '"',
  "'",
  '<',
  '>',
  '&',
  '&#55357;',
  '\u0000',
  '\ufeff',
  '\n',
  '\r',
  ',',
  ';',
  '\t',
  '{',
  '}',
  '[',
  '<!--',
  '-->',
  '<!DOCTYPE ',
  '<![CDATA[',
  '<?',
  '?>',
  '/>',
  '</mms>',
  '__proto__',
  '\ud800',
  '=',
]

/** Changes one place; bytes that are no UTF-8 among them. */
export const damaged = (text: string, random: (below: number) => number): Uint8Array => {
  const bytes = Buffer.from(text)
  const at = random(bytes.length)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  const change = random(6)
  if (change === 0) return before
  if (change === 1) return Buffer.concat([before, after.subarray(1 + random(40))])
  if (change === 2) return Buffer.concat([before, Buffer.from([random(256)]), after.subarray(1)])
  if (change === 3) return Buffer.concat([before, bytes.subarray(random(bytes.length)), after])
  return Buffer.concat([before, Buffer.from(tokens[random(tokens.length)] ?? ''), after])
}
