import { Button, Container } from '@mantine/core'
import { IconArchive, IconEar, IconFileCertificate, IconLock, IconSend, IconUserShield } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import classes from './landing-page.module.css'
import { RecordingPreview } from './recording-preview.tsx'

const steps = [
  { icon: IconLock, title: 'landing.seal_title', body: 'landing.seal_body' },
  { icon: IconFileCertificate, title: 'landing.prove_title', body: 'landing.prove_body' },
  { icon: IconEar, title: 'landing.review_title', body: 'landing.review_body' },
  { icon: IconUserShield, title: 'landing.access_title', body: 'landing.access_body' },
  { icon: IconSend, title: 'landing.deliver_title', body: 'landing.deliver_body' },
  { icon: IconArchive, title: 'landing.keep_title', body: 'landing.keep_body' },
] as const satisfies readonly { icon: typeof IconEar; title: MessageId; body: MessageId }[]

const people = [
  ['landing.for_officer', 'landing.for_officer_body'],
  ['landing.for_reviewer', 'landing.for_reviewer_body'],
  ['landing.for_manager', 'landing.for_manager_body'],
  ['landing.for_auditor', 'landing.for_auditor_body'],
] as const satisfies readonly (readonly [MessageId, MessageId])[]

/** What Holdfast is, for visitors. */
export default function LandingPage() {
  const t = useText()
  return (
    <>
      <section className={classes.hero}>
        <Container className={classes.heroGrid}>
          <div>
            <h1 className={classes.headline}>{t('landing.headline')}</h1>
            <p className={classes.lead}>{t('landing.lead')}</p>
            <Button size="md" component={Link} to="/sign-in">
              {t('landing.sign_in')}
            </Button>
          </div>
          <RecordingPreview />
        </Container>
      </section>
      <Container component="section" className={classes.section} aria-labelledby="how">
        <h2 id="how" className={classes.sectionTitle}>
          {t('landing.how')}
        </h2>
        <ol className={classes.steps}>
          {steps.map(({ icon: Icon, title, body }) => (
            <li key={title} className={classes.step}>
              <Icon size={24} stroke={1.5} className={classes.icon} aria-hidden />
              <h3 className={classes.stepTitle}>{t(title)}</h3>
              <p className={classes.stepBody}>{t(body)}</p>
            </li>
          ))}
        </ol>
      </Container>
      <Container component="section" className={classes.section} aria-labelledby="for">
        <h2 id="for" className={classes.sectionTitle}>
          {t('landing.for_title')}
        </h2>
        <dl className={classes.people}>
          {people.map(([who, what]) => (
            <div key={who}>
              <dt>{t(who)}</dt>
              <dd>{t(what)}</dd>
            </div>
          ))}
        </dl>
      </Container>
    </>
  )
}
