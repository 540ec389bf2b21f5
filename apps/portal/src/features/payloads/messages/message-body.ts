/** The content of a message. Text is never interpreted as markup. */
export type MessageBody =
  | { kind: 'text'; text: string }
  | { kind: 'image'; address: string }
  | { kind: 'other'; contentType: string }

const textFields = ['text', 'body', 'message'] as const

/** The text in a JSON message, under the names that handsets use. Other JSON is shown as it is. */
const textOfJson = (json: string): string => {
  try {
    const message: unknown = JSON.parse(json)
    if (typeof message === 'string') return message
    if (typeof message !== 'object' || message === null) return json
    const fields = message as Record<string, unknown>
    const text = textFields.map((name) => fields[name]).find((value) => typeof value === 'string')
    if (text === undefined && fields.subject === undefined && !Array.isArray(fields.attachments)) return json
    return [fields.subject, text].filter((value) => typeof value === 'string' && value !== '').join('\n')
  } catch {
    return json
  }
}

/** Reads the message at a playback address. */
export const readMessage = async (address: string): Promise<MessageBody> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const contentType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (contentType === 'application/json') return { kind: 'text', text: textOfJson(await response.text()) }
  if (contentType === 'text/plain' || contentType === '') return { kind: 'text', text: await response.text() }
  await response.body?.cancel()
  return contentType.startsWith('image/') ? { kind: 'image', address } : { kind: 'other', contentType }
}
