"""The five papers, each as one run: its claims beside what is found here. `dynid reproduce
NAME`."""
