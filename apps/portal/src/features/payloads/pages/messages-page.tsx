import { PayloadList } from '../payload-list.tsx'

export default function MessagesPage() {
  return <PayloadList name="messages" />
}
