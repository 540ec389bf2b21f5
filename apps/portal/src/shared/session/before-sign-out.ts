type Task = () => Promise<unknown>

const tasks = new Set<Task>()

/** Runs before the person signs out, while calls are still answered. */
export const onBeforeSignOut = (task: Task): void => void tasks.add(task)

export const runBeforeSignOut = async (): Promise<void> => {
  await Promise.allSettled([...tasks].map((task) => task()))
}
