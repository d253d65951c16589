import asyncio


async def forecast(place, days):
    await asyncio.sleep(0)
    return [f"{place}: rain"] * days


def main():
    print(asyncio.run(forecast("here", 3)))
