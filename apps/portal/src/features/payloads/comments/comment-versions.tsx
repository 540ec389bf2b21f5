import { calls, type PayloadComment } from '@holdfast/contract'
import { Button, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import classes from './comments.module.css'

/** The earlier versions of a comment. */
export const CommentVersions = ({ comment }: { comment: PayloadComment }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const { payload_reference, comment_id } = comment
  const params = { payload_reference, comment_id }
  const versions = useList({ call: calls.listCommentVersions, params, filter: {}, isEnabled: isOpen })
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={open}>
        {t('comment.edited')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('comment.versions')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        {versions.error && <ErrorState error={versions.error} onRetry={versions.reload} />}
        <ul className={classes.comments}>
          {versions.rows.map((version) => (
            <li key={version.comment_version} className={classes.comment}>
              <span className={classes.time}>
                <Moment time={version.updated_at} />
              </span>
              <p className={classes.body}>{version.comment_body}</p>
            </li>
          ))}
        </ul>
        <Stack align="center">
          <ShowMore list={versions} />
        </Stack>
      </Modal>
    </>
  )
}
