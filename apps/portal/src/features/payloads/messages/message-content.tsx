import type { Payload } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../shared/i18n/text.ts'
import { foundWords, shownSnippet } from '../search/shown-snippet.ts'
import { conversationAddress } from './conversation-address.ts'
import { MessageBubble } from './message-bubble.tsx'
import classes from './message-content.module.css'

/** One message by itself, and the way to the others of its conversation. */
export const MessageContent = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { device_reference, thread_id, payload_reference } = payload
  const snippet = shownSnippet(payload_reference)
  return (
    <section>
      <div className={classes.head}>
        <p className={classes.hint}>{t('message.read_hint')}</p>
        {thread_id !== null && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                {...props}
                to={conversationAddress({ device_reference, thread_id })}
                search={{ message: payload_reference, ...(snippet && { words: foundWords(snippet) }) }}
              />
            )}
          >
            {t('conversation.show')}
          </Anchor>
        )}
      </div>
      <ol className={classes.messages}>
        <MessageBubble payload={payload} />
      </ol>
    </section>
  )
}
