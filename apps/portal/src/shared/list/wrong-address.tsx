import { displayText } from '@holdfast/words'
import { Button } from '@mantine/core'
import { IconBookmarkQuestion, IconFilterQuestion } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { StateMessage } from '../ui/state-message.tsx'

/** Instead of a list: what the address asks for is no filter of it. */
export const UnknownFilter = ({ unknown, onRemove }: { unknown: readonly string[]; onRemove: () => void }) => {
  const t = useText()
  const what = unknown.map(displayText).join(', ')
  return (
    <StateMessage
      icon={IconFilterQuestion}
      title={t('list.unknown_filter')}
      body={t('list.unknown_filter_body', { what })}
    >
      <Button variant="default" size="xs" onClick={onRemove}>
        {t('list.without_it')}
      </Button>
    </StateMessage>
  )
}

/** Instead of a list: the address names a saved view that the person does not see. */
export const UnknownView = ({ onRemove }: { onRemove: () => void }) => {
  const t = useText()
  return (
    <StateMessage icon={IconBookmarkQuestion} title={t('saved_view.unknown')} body={t('saved_view.unknown_body')}>
      <Button variant="default" size="xs" onClick={onRemove}>
        {t('saved_view.whole_list')}
      </Button>
    </StateMessage>
  )
}
