import { Skeleton, Stack } from '@mantine/core'

/** Shown until a screen's chunk has been fetched. */
export const PageSkeleton = () => (
  <Stack gap="md" aria-hidden>
    <Skeleton height={28} width={180} radius="sm" />
    <Skeleton height={36} radius="md" />
    <Skeleton height={320} radius="lg" />
  </Stack>
)
