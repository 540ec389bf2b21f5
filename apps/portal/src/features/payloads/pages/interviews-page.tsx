import { PayloadList } from '../payload-list.tsx'

export default function InterviewsPage() {
  return <PayloadList name="interviews" />
}
