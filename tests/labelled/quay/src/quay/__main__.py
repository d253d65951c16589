from quay.schedule import plan

plan(3)
