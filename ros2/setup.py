from setuptools import setup

setup(
    name="dynid_ros",
    version="0.2.0",
    packages=["dynid_ros"],
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/dynid_ros"]),
        ("share/dynid_ros", ["package.xml"]),
    ],
    install_requires=["dynid[ros]"],
    zip_safe=True,
    description="Record, play and compensate with dynid",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "record = dynid_ros.nodes:record",
            "play = dynid_ros.nodes:play",
            "broadcast = dynid_ros.nodes:broadcast",
        ]
    },
)
