import { PayloadList } from '../payload-list.tsx'

export default function VideosPage() {
  return <PayloadList name="videos" />
}
